import { useServices } from '../services/servicesContext.ts'
import { useMessages } from '../messages/messages.ts'

/**
 * Copies a text and confirms it. Where the browser refuses, a toast says so: a user who pasted all
 * the same would paste what was copied before, maybe another address.
 */
export function useCopy(): (text: string, options: { readonly confirmation: string }) => void {
  const t = useMessages()
  const { toasts } = useServices()
  const copy = async (text: string, confirmation: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      toasts.success(confirmation)
    } catch {
      toasts.error(t('error.other'))
    }
  }
  return (text, { confirmation }) => void copy(text, confirmation)
}
