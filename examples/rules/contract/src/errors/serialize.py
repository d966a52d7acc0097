def serialize(error):
    return error
