export { Menu, type MenuProps } from '../menu/Menu.tsx'
export type { MenuEntry } from '../menu/menuChoice.ts'
