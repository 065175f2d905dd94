#if canImport(SwiftUI)
  public import Ashlar
  public import SwiftUI

  // `.searchable(text: $text, collection: $items, keyPath: \.name)` restricts the view to objects whose property contains the text,
  // ignoring case, in addition to the wrapper's own condition. Empty text shows all objects.

  extension View {
    /// Adds a search field that restricts the objects shown to those whose property contains the text, ignoring case.
    ///
    /// ```swift
    /// ForEach(items) { Text($0.name) }.searchable(text: $text, collection: $items, keyPath: \.name)
    /// ```
    ///
    /// - Parameters:
    ///   - text: The text of the search field. Empty text shows all objects.
    ///   - collection: The results that the view shows, such as `$items`.
    ///   - keyPath: The property to search.
    ///   - placement: The placement of the search field.
    ///   - prompt: The prompt of the search field.
    public func searchable<T: Object>(
      text: Binding<String>, collection: ObservedResults<T>, keyPath: KeyPath<T, String>, placement: SearchFieldPlacement = .automatic,
      prompt: Text? = nil
    ) -> some View {
      searchable(text: text, placement: placement, prompt: prompt).onChange(of: text.wrappedValue, initial: true) { _, text in
        collection.search(text) { .init(text: text, in: keyPath) }
      }
    }

    /// Adds a search field that restricts the objects shown to those whose property contains the text, ignoring case.
    ///
    /// - Parameters:
    ///   - text: The text of the search field. Empty text shows all objects.
    ///   - collection: The results that the view shows, such as `$items`.
    ///   - keyPath: The property to search.
    ///   - placement: The placement of the search field.
    ///   - prompt: The localized prompt of the search field.
    public func searchable<T: Object>(
      text: Binding<String>, collection: ObservedResults<T>, keyPath: KeyPath<T, String>, placement: SearchFieldPlacement = .automatic,
      prompt: LocalizedStringKey
    ) -> some View {
      searchable(text: text, collection: collection, keyPath: keyPath, placement: placement, prompt: Text(prompt))
    }

    /// Adds a search field that restricts the objects shown to those whose property contains the text, ignoring case.
    ///
    /// - Parameters:
    ///   - text: The text of the search field. Empty text shows all objects.
    ///   - collection: The results that the view shows, such as `$items`.
    ///   - keyPath: The property to search.
    ///   - placement: The placement of the search field.
    ///   - prompt: The prompt of the search field.
    @_disfavoredOverload
    public func searchable<T: Object>(
      text: Binding<String>, collection: ObservedResults<T>, keyPath: KeyPath<T, String>, placement: SearchFieldPlacement = .automatic,
      prompt: some StringProtocol
    ) -> some View {
      searchable(text: text, collection: collection, keyPath: keyPath, placement: placement, prompt: Text(prompt))
    }

    /// Adds a search field that restricts the objects shown in sections to those whose property contains the text, ignoring case.
    ///
    /// - Parameters:
    ///   - text: The text of the search field. Empty text shows all objects.
    ///   - collection: The sections that the view shows, such as `$sections`.
    ///   - keyPath: The property to search.
    ///   - placement: The placement of the search field.
    ///   - prompt: The prompt of the search field.
    public func searchable<Key, T: Object>(
      text: Binding<String>, collection: ObservedSectionedResults<Key, T>, keyPath: KeyPath<T, String>,
      placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
    ) -> some View {
      searchable(text: text, placement: placement, prompt: prompt).onChange(of: text.wrappedValue, initial: true) { _, text in
        collection.search(text) { .init(text: text, in: keyPath) }
      }
    }
  }
#endif
