import Ashlar
import Weather

// The module has a class of its own name, which hides it where two modules have classes of one name.
typealias GeneratedSensor = Sensor
typealias GeneratedStation = Station
let generatedWeather: [ObjectBase.Type] = WeatherSchema.objectTypes
