module github.com/acme/db

go 1.21
