import { createLatePart } from '../late/createLatePart.ts'

/** The suggestion popup in its own chunk. */
export const suggestionsPart = /* @__PURE__ */ createLatePart({
  name: 'suggestions',
  load: async () => (await import('./Suggestions.tsx')).Suggestions,
})
