export {
  createBookScript,
  createManualFrame,
  createScriptedSockets,
  type ScriptedSocket,
} from '../testing.ts'
