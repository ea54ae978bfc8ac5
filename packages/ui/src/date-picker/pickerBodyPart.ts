import { createLatePart } from '../late/createLatePart.ts'

/** The calendar popup in its own chunk: fields in which dates are only typed do not load it. */
export const pickerBodyPart = /* @__PURE__ */ createLatePart({
  name: 'picker-body',
  load: async () => (await import('./PickerBody.tsx')).PickerBody,
})
