import { createLatePart } from '../late/createLatePart.ts'

/** The list of suggestions, in a chunk of its own. */
export const suggestionsPart = /* @__PURE__ */ createLatePart({
  name: 'suggestions',
  load: async () => (await import('./Suggestions.tsx')).Suggestions,
})
