import { createLazyModule } from './createLazyModule.ts'

// The overlays in their own chunks: a page without an open popup loads none of them. The PURE marks
// let a bundler drop those that an application does not use.

/** The popover. */
export const lazyPopover = /* @__PURE__ */ createLazyModule({
  name: 'popover',
  load: async () => (await import('../base/BasePopover.tsx')).BasePopover,
})
/** The menu. */
export const lazyMenu = /* @__PURE__ */ createLazyModule({
  name: 'menu',
  load: async () => (await import('../base/BaseMenu.tsx')).BaseMenu,
})
/** The modal of dialog and drawer. */
export const lazyModal = /* @__PURE__ */ createLazyModule({
  name: 'modal',
  load: async () => (await import('../base/BaseModal.tsx')).BaseModal,
})
/** The tooltip. */
export const lazyTooltip = /* @__PURE__ */ createLazyModule({
  name: 'tooltip',
  load: async () => (await import('../base/BaseTooltip.tsx')).BaseTooltip,
})
