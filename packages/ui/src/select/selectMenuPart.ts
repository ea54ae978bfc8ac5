import { createLatePart } from '../late/createLatePart.ts'

/** The menu in its own chunk, loaded when a select first opens. */
export const selectMenuPart = /* @__PURE__ */ createLatePart({
  name: 'select-menu',
  load: async () => (await import('./SelectMenu.tsx')).SelectMenu,
})
