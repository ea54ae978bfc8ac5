export {
  createManualClock,
  createManualVisibility,
  createMemoryAsyncStorage,
  createMemoryChannels,
  createMemoryLocks,
  createMemoryStorage,
  createRecordingReporter,
  createSeededRandom,
  type ManualClock,
  type ManualVisibility,
  type MemoryStorage,
} from '../testing.ts'
