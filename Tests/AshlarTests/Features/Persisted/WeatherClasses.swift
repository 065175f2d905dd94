import Ashlar
import Weather

// The module has a class of its own name, which hides it where two modules have classes of one name.
typealias GeneratedSensor = Sensor
typealias GeneratedStation = Station
typealias GeneratedReading = Reading
typealias GeneratedEvent = Event
typealias GeneratedEverything = Everything
let generatedWeather: [ObjectBase.Type] = WeatherSchema.objectTypes
