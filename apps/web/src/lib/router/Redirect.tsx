import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/**
 * Leads to another address. React Router's `Navigate` does so once: who comes back to this one
 * while the other page is still loading would stay on an empty page.
 */
export function Redirect({ to }: { readonly to: string }) {
  const navigate = useNavigate()
  // After every render, because each is caused by an address.
  useEffect(() => void navigate(to, { replace: true }))
  return null
}
