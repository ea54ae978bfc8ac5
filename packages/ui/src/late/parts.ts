import { createLatePart } from './createLatePart.ts'

// The overlays in their own chunks: a page without an open popup loads none of them. The PURE marks
// let a bundler drop those that an application does not use.

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
