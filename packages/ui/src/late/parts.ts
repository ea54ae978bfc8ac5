import { createLatePart } from './createLatePart.ts'

/** The overlay engine and the windowing engine, each in a chunk of its own: a page on which nothing is open and no list is long loads neither. */
export const popoverPart = createLatePart({ name: 'popover', load: async () => (await import('../base/BasePopover.tsx')).BasePopover })
export const menuPart = createLatePart({ name: 'menu', load: async () => (await import('../base/BaseMenu.tsx')).BaseMenu })
export const modalPart = createLatePart({ name: 'modal', load: async () => (await import('../base/BaseModal.tsx')).BaseModal })
export const tooltipPart = createLatePart({ name: 'tooltip', load: async () => (await import('../base/BaseTooltip.tsx')).BaseTooltip })
export const windowPart = createLatePart({ name: 'window', load: async () => (await import('../base/BaseWindow.tsx')).BaseWindow })
