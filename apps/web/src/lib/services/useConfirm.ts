import type { MessageOptions } from '@x/ui/message-dialog'
import { useRef } from 'react'
import { useServices } from './servicesContext.ts'

/**
 * Asks the user before something that cannot be taken back; answers whether to go on. While its
 * question is on screen, or still loading after a double click, another one answers `false`: two
 * would lead to the same thing twice.
 */
export function useConfirm(): (options: MessageOptions) => Promise<boolean> {
  const { dialogs } = useServices()
  const isAsking = useRef(false)
  return async (options) => {
    if (isAsking.current) return false
    isAsking.current = true
    try {
      const { action } = await dialogs.confirm(options)
      return action === 'confirm'
    } finally {
      isAsking.current = false
    }
  }
}
