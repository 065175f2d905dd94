print("ashlar")
