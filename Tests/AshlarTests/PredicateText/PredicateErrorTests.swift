import Ashlar
import Foundation
import Kinds
import Testing
import TestSupport

@Suite("A predicate in text that is wrong")
struct PredicateErrorTests {
  // Where the caret stands: at `‸` in the text, which is not part of it.
  private func error(_ marked: String, _ arguments: [Any]) throws -> (RealmPredicateError, text: String, position: Int) {
    let text = marked.replacing("‸", with: "")
    let position = marked.firstIndex(of: "‸").map { marked.distance(from: marked.startIndex, to: $0) } ?? 0
    let error = try #require(throws: RealmPredicateError.self) {
      try RealmPredicate(parsing: text, arguments: arguments).check(on: try memoryRealm().objects(Node.self))
    }
    return (error, text, position)
  }

  @Test(
    "says where and what was expected there",
    arguments: [
      ("weight >‸", "Expected a property or a value, found the end."),
      ("‸", "Expected a property or a value, found the end."),
      ("weight > 3 ‸label == 'a'", "Expected 'AND', 'OR' or the end, found 'label'."),
      ("label == Ada ‸Lovelace", "Expected 'AND', 'OR' or the end, found 'Lovelace'. Write text in quotes: 'Ada Lovelace'."),
      ("(weight > 3‸", "Expected ')' for the parenthesis at character 1, found the end."),
      ("weight > 3‸)", "Expected 'AND', 'OR' or the end, found ')'."),
      ("weight ‸~ 3", "'~' is not valid here: write text in quotes, and pass values as arguments, '%@'."),
      ("label == ‸'a", "The text that begins here is not terminated: a \"'\" is missing."),
      ("label == 'a‸\\q'", "'\\q' is not an escape: write '\\\\' for a backslash."),
      ("label == '‸\\u12'", "Expected 4 hexadecimal digits of a character after '\\u'."),
      ("weight == ‸3abc", "'3abc' is not a number. Names begin with a letter; write text in quotes."),
      ("weight == ‸0xZ", "'0xZ' is not an integer."),
      ("weight == ‸9223372036854775808", "'9223372036854775808' is too large for an integer of 64 bits."),
      ("weight == ‸99999999999999999999", "99999999999999999999 is too large for an integer of 64 bits."),
      ("weight == ‸%q", "'%' begins a placeholder: write '%@' for a value and '%K' for the name of a property."),
      ("weight. ‸== 3", "Expected the name of a property, found '=='."),
      ("weight == 3 ‸== 3", "Comparisons cannot be chained: join them with 'AND'."),
      ("@links ‸== 3", "Expected '.', a type and its property, '@links.Type.property', found '=='."),
      ("@links.Node ‸== 3", "Expected a type and its property, '@links.Type.property', found '=='."),
      ("weight + ‸== 3", "Expected a property or a value, found '=='."),
      ("(weight + (1 ‸> 2)) > 1", "Expected ')' for the parenthesis at character 11, found '>'."),
      ("label ‸MATCHES 'a.*'", "'MATCHES' is not supported: use 'LIKE' with '*' and '?', or 'CONTAINS'."),
      ("label LIKE[‸dx] 'a'", "'dx' is not an option: '[c]' ignores case, and '[d]' ignores diacritics."),
      ("label ==[‸n] 'a'", "'n' is not an option: '[c]' ignores case, and '[d]' ignores diacritics."),
      ("label <‸[c] 'a'", "'<' compares text byte by byte, so it takes no options."),
      ("SUBQUERY(children ‸x)", "Expected ',' and a variable such as '$x', found 'x'."),
      ("SUBQUERY(children, ‸x, x > 1)", "Expected a variable such as '$x', found 'x'."),
      ("SUBQUERY(children, $x‸).@count > 1", "Expected ',' and a condition, found ')'."),
      ("SUBQUERY(children, $x, $x.weight > 3‸", "Expected ')' for the parenthesis of 'SUBQUERY', found the end."),
      (
        "SUBQUERY(children, $x, $x.weight > 3) ‸> 1",
        "A subquery must be followed by '.@count' and compared with a number: 'SUBQUERY(…).@count > 0'."
      ),
      ("weight == ‸now()", "The 'now' function is not supported."),
      ("weight == ‸$x", "'$x' is not an argument: arguments have numbers, such as '$0'."),
      ("weight IN {1, ‸label}", "A list may contain only values; write text in quotes."),
      ("weight IN {1 ‸2}", "Expected ',' or '}', found '2'."),
      ("weight > 3 SORT(weight‸)", "Expected 'ASC' or 'DESC', found ')'."),
      ("weight > 3 SORT ‸weight ASC", "Expected '(' after 'SORT', found 'weight'."),
      ("weight > 3 SORT(weight ASC‸", "Expected ',' or ')', found the end."),
      ("weight > 3 LIMIT(‸-1)", "'LIMIT' requires one number that is not negative."),
      ("weight > 3 LIMIT(1, ‸2)", "'LIMIT' requires one number that is not negative."),
      ("weight > 3 LIMIT(1) ‸weight", "Expected 'SORT', 'DISTINCT', 'LIMIT' or the end, found 'weight'."),
      ("next == obj(‸Node, 3)", "Expected the name of a type in quotes, found 'Node'."),
      ("weight == ‸uuid(12)", "'12' is not a UUID: write 'uuid(00000000-0000-0000-0000-000000000000)'."),
      ("weight == ‸oid(12)", "'12' is not an ObjectId of 24 hexadecimal digits."),
      (
        "weight == ‸2021-02-29@00:00:00",
        "'2021-02-29@00:00:00' is not a date: write 2024-12-31 or 2024-12-31T23:59:59Z."
      ),
      ("weight == ‸2021-02-29", "'2021-02-29' is not a date: write 2024-12-31 or 2024-12-31T23:59:59Z."),
      ("weight == ‸2021-02-28T25:00:00Z", "'2021-02-28T25:00:00Z' is not a date: write 2024-12-31 or 2024-12-31T23:59:59Z."),
    ])
  func syntax(marked: String, message: String) throws {
    let (error, text, position) = try error(marked, [])
    #expect(error.message == message)
    #expect(error.position == position)
    #expect(error.text == text)
  }

  @Test(
    "names what does not fit the objects",
    arguments: [
      ("‸wieght > 3", "Property 'wieght' not found in object of type 'Node'. Did you mean 'weight'?"),
      ("label == ‸Ada", "Property 'Ada' not found in object of type 'Node'. Write text in quotes: 'Ada'."),
      (
        "label BEGINSWITH[c] ‸lable",
        "Property 'lable' not found in object of type 'Node'. Did you mean 'label'? Write text in quotes: 'lable'."
      ),
      ("label == next.‸lable", "Property 'lable' not found in object of type 'Node'. Did you mean 'label'?"),
      ("next.‸lable == 'a'", "Property 'lable' not found in object of type 'Node'. Did you mean 'label'?"),
      (
        "label.‸x == 'a'",
        "Invalid keypath: Property 'Node.label' is not a link or collection and can only appear at the end of a keypath."
      ),
      ("weight == ‸'a'", "Cannot compare value 'a' of type 'String' to property 'Node.weight' of type 'int'."),
      ("label == ‸3", "Cannot compare value '3' of type 'Int' to property 'Node.label' of type 'string'."),
      ("weight == ‸nil", "'Node.weight' is never nil: it is not optional."),
      ("‸weight", "'weight' is not a Boolean: compare it with a value."),
      ("3 ‸== 3", "This compares two values: one of them must be a property. Write text in quotes, and names without."),
      ("weight ‸== label", "Property type mismatch between int and string."),
      ("children ‸== parents", "Comparing two collection columns is not permitted."),
      ("next > ‸nil", "Operator '>' not supported for type 'object' of 'Node.next'."),
      ("weight CONTAINS ‸3", "Operator 'CONTAINS' not supported for type 'int' of 'Node.weight'."),
      ("‸'a' CONTAINS label", "'CONTAINS' requires a property on the left side."),
      ("weight ‸CONTAINS weight", "Operator 'CONTAINS' not supported for type 'int' of 'Node.weight'."),
      ("children.label ‸CONTAINS parents.label", "Comparing two collection columns is not permitted."),
      ("weight ‸IN 3", "'IN' must compare a property with a list of values, '{1, 2}' or an array as an argument."),
      ("ALL {1, 2} ‸IN weight", "'IN' must compare with a list of values or a collection."),
      ("ALL {1, 2} ‸IN ANY children.weight", "'IN' must compare with a list of values or a collection."),
      ("ALL {1, ‸'a'} IN children.weight", "Cannot compare value 'a' of type 'String' to property 'Node.weight' of type 'int'."),
      ("weight ‸BETWEEN 3", "'BETWEEN' must compare a property with two values, '{1, 5}'."),
      ("weight ‸BETWEEN {1, 2, 3}", "'BETWEEN' requires exactly two values."),
      ("label ‸BETWEEN {'a', 'b'}", "Operator 'BETWEEN' not supported for type 'string' of 'Node.label'."),
      ("ANY ‸weight == 3", "'ANY' requires a collection, and 'weight' is a single value: omit the quantifier."),
      ("children.‸@max > 3", "Invalid keypath: @max on a collection of objects cannot appear at the end of a keypath."),
      ("children.‸@max.label == 'a'", "Invalid keypath: @max must be followed by a numeric property."),
      ("children.‸@max.children > 3", "Invalid keypath: @max on a collection of objects cannot appear at the end of a keypath."),
      ("children.@max.children.‸@min.weight > 3", "Invalid keypath: at most one collection operation per keypath is supported."),
      ("weight.‸@sum > 3", "Invalid keypath: collection operation '@sum' must be applied to a collection."),
      ("part.pieces.marks.@max.‸x > 3", "Invalid keypath: @max on a collection of values must appear at the end of a keypath."),
      ("children.@max.weight == ‸'a'", "Cannot compare value 'a' of type 'String' to property 'Node.weight' of type 'int'."),
      ("ANY ‸children.@max.weight == 1", "'@max' is a single value of a collection: omit 'ANY'."),
      ("ANY ‸children.children.@count == weight", "A count with 'ANY' can only be compared with a value."),
      ("SELF == ‸3", "Cannot compare value '3' of type 'Int' to property 'Node.self' of type 'object'."),
      ("SELF > ‸nil", "Operator '>' not supported for type 'object' of 'Node.self'."),
      ("SUBQUERY(‸next, $x, $x.weight > 3).@count > 1", "A subquery requires a collection of objects, and 'next' is not one."),
      (
        "SUBQUERY(children, $x, ‸weight > 3).@count > 1",
        "Inside this subquery, a path must begin with '$x': properties of other objects are not available."
      ),
      (
        "SUBQUERY(children, $x, SUBQUERY($x.children, $y, ‸$x.weight > 3).@count > 0).@count > 1",
        "Inside this subquery, a path must begin with '$y': properties of other objects are not available."
      ),
      (
        "SUBQUERY(children, $x, ‸SUBQUERY($x.children, $x, $x.weight > 3).@count > 0).@count > 1",
        "'$x' is already the variable of an enclosing subquery: choose another name."
      ),
      ("SUBQUERY(children, $x, $x.‸wieght > 3).@count > 1", "Property 'wieght' not found in object of type 'Node'. Did you mean 'weight'?"),
      ("SUBQUERY(children, $x, $x.weight > 3).@count == ‸'a'", "'a' is not a number."),
      ("weight > 3 SORT(‸wieght ASC)", "Property 'wieght' not found in object of type 'Node'. Did you mean 'weight'?"),
      (
        "weight > 3 DISTINCT(‸children.weight)",
        "'DISTINCT' requires properties with single, ordered values, which links to one object may precede."
      ),
      (
        "weight > 3 SORT(weight ASC, ‸next DESC)",
        "'SORT' requires properties with single, ordered values, which links to one object may precede."
      ),
      ("‸children == {1, 2}", "Only a list or set of values can be compared with a list."),
      ("weight ‸== {1, 2}", "A list of values must follow 'IN' or 'BETWEEN', or be compared with a list by '==' or '!='."),
      ("ANY {1, ‸'a'} == weight", "Cannot compare value 'a' of type 'String' to property 'Node.weight' of type 'int'."),
      ("‸ANY {'a'} CONTAINS label", "'CONTAINS' requires a property on the left side."),
      ("next == ‸obj('Nod', 3)", "There is no type 'Nod'. Did you mean 'Node'?"),
      ("next == ‸obj('Node', 3)", "Objects of type 'Node' have no primary key."),
      ("parents[‸0].weight == 1", "'Node.parents' is neither a map nor an AnyRealmValue, so it has no keys or positions."),
      ("weight + ‸label == 3", "'label' is not a number."),
      ("weight + ‸'a' == 3", "'a' is not a number."),
      ("weight + 1 ‸CONTAINS 3", "'CONTAINS' cannot be applied to a computed value."),
      ("label.length == ‸'a'", "The length of 'Node.label' can only be compared with a number."),
      ("label.‸@type == 'string'", "'@type' requires an AnyRealmValue, and 'Node.label' is not one."),
      ("children.‸@unionOfObjects > 3", "Unsupported collection operation '@unionOfObjects'."),
      ("weight.‸@count > 3", "'@count' must be applied to a collection, and 'Node.weight' is not one."),
      ("children.‸@count.weight > 3", "'@count' must appear at the end of a keypath."),
      ("children.@count == ‸'x'", "@count can only be compared with a numeric value."),
      ("children.‸@allKeys == 'x'", "'@allKeys' must follow a map, and 'Node.children' is not one."),
      ("label[‸'a'] == 'x'", "'Node.label' is neither a map nor an AnyRealmValue, so it has no keys or positions."),
      (
        "‸@links.Node.nxt.weight == 3",
        "'@links.Node.nxt' is not a property that links to objects of type 'Node'. Did you mean '@links.Node.next'?"
      ),
      (
        "‸@links.Node.weight.weight == 3",
        "'@links.Node.weight' is not a property that links to objects of type 'Node'. Did you mean '@links.Node.next'?"
      ),
      ("@links.Node.next > ‸nil", "Operator '>' not supported for type 'object' of 'Node.@links.Node.next'."),
      ("@links.@count == ‸'a'", "Cannot compare value 'a' of type 'String' to property 'Node.@links.@count' of type 'int'."),
      ("ANY ‸@links.@count == 1", "'@links.@count' is a single number: omit the quantifier."),
      ("@links.@count.‸weight == 1", "'@count' must appear at the end of a keypath."),
      ("parents == ‸3", "Cannot compare value '3' of type 'Int' to property 'Node.parents' of type 'object'."),
      ("weight == ‸%@", "Missing argument 0: none was passed."),
    ])
  func meaning(marked: String, message: String) throws {
    let (error, _, position) = try error(marked, [])
    #expect(error.message == message)
    #expect(error.position == position)
  }

  @Test("names arguments that are missing, too many, or of a type that is not stored")
  func arguments() throws {
    struct Unknown {}
    #expect(try error("weight == ‸$2", [1, 2]).0.message == "Missing argument 2: 2 were passed, numbered from 0.")
    let surplus = try error("weight == %@‸", [1, 2])
    #expect(surplus.0.message == "Surplus argument 1: 2 were passed, and the text has a placeholder for 1.")
    #expect(surplus.0.position == surplus.position)
    #expect(try error("weight == $1‸", [1, 2, 3]).0.message == "Surplus argument 2: 3 were passed, and the text has placeholders for 2.")
    #expect(
      try error("label == '%@'‸", ["a"]).0.message
        == "Surplus argument 0: 1 was passed, and the text has no placeholder. In quotes, '%@' is text: leave out the quotes.")
    #expect(try error("weight == ‸%@", [Unknown()]).0.message == "Invalid argument type 'Unknown' in predicate.")
    #expect(try error("weight IN ‸%@", [["a": 1]]).0.message == "Invalid argument type 'Dictionary<String, Int>' in predicate.")
    #expect(try error("‸%K == 1", [1]).0.message == "'%K' requires the name of a property as a String.")
    #expect(try error("‸%K == 1", ["next."]).0.message == "Invalid keypath 'next.': no key name after last '.'")
    #expect(try error("‸%K == 1", [".next"]).0.message == "Invalid keypath '.next': no key name before '.'")
    let other = try memoryRealm()
    let node = try other.write { other.create(Node.self) }
    #expect(try error("next == ‸%@", [node]).0.message == "Object of type 'Node' must be from the Realm being queried.")
    #expect(
      try error("next == ‸%@", [Part()]).0.message
        == "Cannot compare value 'an object' of type 'Part' to property 'Node.next' of type 'object'.")
  }

  @Test("shows the line of the mistake with a caret below it")
  func caret() {
    let error = RealmPredicateError.self
    let found = #expect(throws: error) { try RealmPredicate(parsing: "label == 'é' AND\n\tweight >> 3\nAND weight < 9") }
    #expect(found?.description == "Expected a property or a value, found '>'.\n  \tweight >> 3\n  \t        ^")
  }

  @Test("stops the program in 'filter', with the place in the text")
  func stops() async {
    let parsed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).filter("weight >")
    }
    #expect(parsed.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?.contains("weight >\n          ^") == true)
    let named = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).filter("wieght > 3")
    }
    #expect(named.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?.contains("Did you mean 'weight'?") == true)
  }

  @Test("nests no deeper than 200 parentheses, and joins any number of conditions")
  func depth() throws {
    let nodes = try memoryRealm().objects(Node.self)
    let deep = { (count: Int) in String(repeating: "(", count: count) + "weight == 1" + String(repeating: ")", count: count) }
    #expect(nodes.filter(try RealmPredicate(parsing: deep(200))).isEmpty)
    let error = #expect(throws: RealmPredicateError.self) { try RealmPredicate(parsing: deep(201)) }
    #expect(error?.message == "Parentheses are nested more than 200 levels deep.")
    let long = (0..<20_000).map { "weight == \($0)" }.joined(separator: " OR ")
    #expect(nodes.filter(long).isEmpty)
    #expect(nodes.filter(String(repeating: "NOT ", count: 9999) + "weight == 1").isEmpty)
  }
}
