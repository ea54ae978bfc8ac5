export { browserClock, browserPorts, type BrowserPorts } from '../browser.ts'
