export { Drawer, type DrawerDismissal, type DrawerProps } from '../drawer/Drawer.tsx'
export { DRAWER_SIZE, type DrawerDirection } from '../drawer/drawerEdge.ts'
