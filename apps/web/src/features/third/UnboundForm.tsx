import { useState } from 'react'
import { BindForm } from './BindForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import type { Third } from './useThird.ts'
import type { UnboundIdentity } from '../../data/third-party/api.ts'

/** An identity that opens no account yet: a new one, or one that is there. */
export function UnboundForm(props: {
  readonly unbound: UnboundIdentity
  readonly name: string
  readonly third: Third
}) {
  const canRegister = props.unbound.next === 'register'
  const [binds, setBinds] = useState(!canRegister)
  if (!binds) return <RegisterForm {...props} onOther={() => setBinds(true)} />
  return <BindForm {...props} onOther={canRegister ? () => setBinds(false) : undefined} />
}
