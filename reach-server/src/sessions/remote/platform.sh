say platform "$(uname -sm)"
