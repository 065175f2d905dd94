#if canImport(SwiftUI)
  public import Ashlar
  public import SwiftUI

  // `.searchable(text: $text, collection: $items, keyPath: \.name)`: the objects shown are those whose property has the text in it, in any case of
  // letters, and that fulfil the condition besides. An empty text shows all.

  extension View {
    /// Marks the view as searchable, and shows only the objects with the text.
    /// - Parameters:
    ///   - text: What is typed into the field.
    ///   - collection: What the view shows, as `$items`.
    ///   - keyPath: The property with the text.
    public func searchable<T: Object>(
      text: Binding<String>, collection: ObservedResults<T>, keyPath: KeyPath<T, String>, placement: SearchFieldPlacement = .automatic,
      prompt: Text? = nil
    ) -> some View {
      searchable(text: text, placement: placement, prompt: prompt).onChange(of: text.wrappedValue, initial: true) { _, text in
        collection.search(text) { .init(text: text, in: keyPath) }
      }
    }

    /// Marks the view as searchable, and shows only the objects with the text.
    public func searchable<T: Object>(
      text: Binding<String>, collection: ObservedResults<T>, keyPath: KeyPath<T, String>, placement: SearchFieldPlacement = .automatic,
      prompt: LocalizedStringKey
    ) -> some View {
      searchable(text: text, collection: collection, keyPath: keyPath, placement: placement, prompt: Text(prompt))
    }

    /// Marks the view as searchable, and shows only the objects with the text.
    @_disfavoredOverload
    public func searchable<T: Object>(
      text: Binding<String>, collection: ObservedResults<T>, keyPath: KeyPath<T, String>, placement: SearchFieldPlacement = .automatic,
      prompt: some StringProtocol
    ) -> some View {
      searchable(text: text, collection: collection, keyPath: keyPath, placement: placement, prompt: Text(prompt))
    }

    /// Marks the view as searchable, and shows only the objects with the text.
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
