import { createRecordingReporter } from '@x/kit/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import type {} from '@vitest/browser-playwright'
import { cdp } from 'vitest/browser'
import { createMessageDialogs } from '../message-dialog/createMessageDialogs.ts'
import { MessageDialogHost } from '../message-dialog/MessageDialogHost.tsx'
import { UiProvider } from '../provider/UiProvider.tsx'
import { stage } from '../testing/support/stage.tsx'

// In a file of its own: browsers may remember a module that failed on a page.
describe('the chunk of message dialogs', () => {
  beforeAll(async () => {
    await cdp().send('Network.enable')
    await cdp().send('Network.setBlockedURLs', { urls: ['*/message-dialog/Message.tsx*'] })
    return () => cdp().send('Network.setBlockedURLs', { urls: [] })
  })

  it('answers every message with close if it cannot load', async () => {
    const message = createMessageDialogs()
    const reporter = createRecordingReporter()
    stage(
      <UiProvider reporter={reporter}>
        <MessageDialogHost dialogs={message} />
      </UiProvider>,
    )
    const answers = Promise.all([
      message.confirm({ title: 'Sell?' }),
      message.alert({ title: 'Sold', beforeClose: () => false }),
    ])
    await expect(answers).resolves.toEqual([{ action: 'close' }, { action: 'close' }])
    expect(message.getState().current).toBeUndefined()
    expect(reporter.reports.map(({ kind, detail }) => [kind, detail])).toContainEqual([
      'ui-load-failed',
      { module: 'message' },
    ])
  })
})
