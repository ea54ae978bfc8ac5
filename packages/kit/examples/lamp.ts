import {
  createMachine,
  createResilientStorage,
  printMachine,
  type KeyValueStorage,
  type MachineTable,
} from '@x/kit'
import { createMemoryStorage } from '@x/kit/testing'

type State = 'off' | 'on'
type Event = 'press' | 'powerCut'

const table: MachineTable<State, Event> = {
  off: { press: 'on' },
  on: { press: 'off', powerCut: 'off' },
}

/** Takes its ports as arguments; returns a store and methods. */
function createLamp({ storage }: { storage: KeyValueStorage }) {
  const machine = createMachine(table, storage.get('lamp') === 'on' ? 'on' : 'off')
  return {
    ...machine.store,
    press() {
      machine.send('press')
      storage.set('lamp', machine.store.getState())
    },
  }
}

const storage = createResilientStorage(createMemoryStorage())
const lamp = createLamp({ storage })
lamp.subscribe(() => console.log('the lamp is', lamp.getState()))
lamp.press()
lamp.press()
console.log(printMachine(table))
