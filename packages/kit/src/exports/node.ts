export { nodeClock, nodePorts, nodeSocket } from '../node.ts'
export type { BrowserPorts } from '../browser.ts'
