export { Panel, type PanelProps } from '../panel/Panel.tsx'
export type { PanelStatus } from '../panel/panelStatus.ts'
