import { createLatePart } from './createLatePart.ts'

// The overlay engine and the windowing engine, each in a chunk of its own: a page on which nothing is open and no list is long
// fetches neither. The marks let a bundler drop the parts that an application has no widget for.

export const popoverPart = /* @__PURE__ */ createLatePart({ name: 'popover', load: async () => (await import('../base/BasePopover.tsx')).BasePopover })
export const menuPart = /* @__PURE__ */ createLatePart({ name: 'menu', load: async () => (await import('../base/BaseMenu.tsx')).BaseMenu })
export const modalPart = /* @__PURE__ */ createLatePart({ name: 'modal', load: async () => (await import('../base/BaseModal.tsx')).BaseModal })
export const tooltipPart = /* @__PURE__ */ createLatePart({ name: 'tooltip', load: async () => (await import('../base/BaseTooltip.tsx')).BaseTooltip })
export const windowPart = /* @__PURE__ */ createLatePart({ name: 'window', load: async () => (await import('../base/BaseWindow.tsx')).BaseWindow })
