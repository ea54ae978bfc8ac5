export {
  createScriptedProvider,
  type ScriptedChallenge,
  type ScriptedEvent,
  type ScriptedOptions,
  type ScriptedProvider,
} from '../testing.ts'
