export {
  browserClock,
  browserConnectivityHints,
  browserPorts,
  browserSocket,
  type BrowserPorts,
} from '../browser.ts'
