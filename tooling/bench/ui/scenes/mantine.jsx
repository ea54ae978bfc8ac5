import '@mantine/core/styles.css'
import { createElement } from 'react'
import { MantineProvider, Modal } from '@mantine/core'
import { stage } from './react.js'

// Its table and its select build everything at once: at these sizes there is nothing to compare
// with.
globalThis.scene = {
  dialog: () =>
    stage(
      ({ open }) => (
        <>
          <button>Open</button>
          <Modal opened={open} title="Order" onClose={() => {}}>
            Sell 1 BTC at 60,816.42?
          </Modal>
        </>
      ),
      { open: false },
      (view) => createElement(MantineProvider, null, view),
    ),
}
