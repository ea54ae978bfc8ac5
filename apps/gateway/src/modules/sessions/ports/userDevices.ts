export { recogniseDevice } from '../deviceKeys.ts'
export { nameDevice, setTrust } from '../userDevices.ts'
