import { createLatePart } from './createLatePart.ts'

// The overlay engine, in chunks of its own: a page on which nothing is open fetches none of them.
// The marks let a bundler drop the parts that an application has no widget for.

export const popoverPart = /* @__PURE__ */ createLatePart({
  name: 'popover',
  load: async () => (await import('../base/BasePopover.tsx')).BasePopover,
})
export const menuPart = /* @__PURE__ */ createLatePart({
  name: 'menu',
  load: async () => (await import('../base/BaseMenu.tsx')).BaseMenu,
})
export const modalPart = /* @__PURE__ */ createLatePart({
  name: 'modal',
  load: async () => (await import('../base/BaseModal.tsx')).BaseModal,
})
export const tooltipPart = /* @__PURE__ */ createLatePart({
  name: 'tooltip',
  load: async () => (await import('../base/BaseTooltip.tsx')).BaseTooltip,
})
