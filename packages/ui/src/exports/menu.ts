export { Menu, type MenuProps } from '../menu/Menu.tsx'
export type { MenuEntry } from '../base/menuChoice.ts'
