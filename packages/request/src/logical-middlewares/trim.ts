import { mapParameters } from './mapParameters.ts'

/** Trims every string of the parameters, at any depth, in a copy (Q1). */
export const trim = /* @__PURE__ */ mapParameters('trim', (value) =>
  typeof value === 'string' ? value.trim() : value,
)
