import { createLazyModule } from './createLazyModule.ts'

// The overlays in their own chunks: a page without an open popup loads none of them. The PURE marks
// let a bundler drop those that an application does not use.

export const lazyPopover = /* @__PURE__ */ createLazyModule({
  name: 'popover',
  load: async () => (await import('../base/BasePopover.tsx')).BasePopover,
})
export const lazyMenu = /* @__PURE__ */ createLazyModule({
  name: 'menu',
  load: async () => (await import('../base/BaseMenu.tsx')).BaseMenu,
})
export const lazyModal = /* @__PURE__ */ createLazyModule({
  name: 'modal',
  load: async () => (await import('../base/BaseModal.tsx')).BaseModal,
})
export const lazyTooltip = /* @__PURE__ */ createLazyModule({
  name: 'tooltip',
  load: async () => (await import('../base/BaseTooltip.tsx')).BaseTooltip,
})
