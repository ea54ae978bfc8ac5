import { useState, type FormEvent } from 'react'
import { Button } from '@x/ui/button'
import { Panel } from '@x/ui/panel'
import { TextField } from '@x/ui/text-field'
import { logIn, login, logOut, placeOrder } from './gateway.ts'

export function App() {
  const [user, setUser] = useState(login.get()?.session.userId)
  return (
    <main>
      {user === undefined ? (
        <LogInForm onLogIn={setUser} />
      ) : (
        <Panel title={`Welcome, ${user}`} padded>
          <OrderButton />
          <Button onClick={() => void logOut().then(() => setUser(undefined))}>Log out</Button>
        </Panel>
      )}
    </main>
  )
}

function LogInForm({ onLogIn }: { readonly onLogIn: (user: string) => void }) {
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setIsSending(true)
    try {
      const { session } = await logIn({
        user: String(fields.get('user')),
        password: String(fields.get('password')),
      })
      onLogIn(session.userId)
    } catch (cause) {
      setError((cause as Error).message)
      setIsSending(false)
    }
  }
  return (
    <Panel title="Log in" padded>
      <form onSubmit={(event) => void submit(event)}>
        <TextField label="User" name="user" autoComplete="username" required />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          help="correct horse"
          error={error}
          required
        />
        <Button type="submit" variant="primary" loading={isSending}>
          Log in
        </Button>
      </form>
    </Panel>
  )
}

function OrderButton() {
  const [result, setResult] = useState('')
  const place = async () => {
    try {
      const { id } = await placeOrder({ symbol: 'BTCUSDT', size: '0.01' })
      setResult(`Accepted: ${id}`)
    } catch (cause) {
      setResult((cause as Error).message)
    }
  }
  return (
    <>
      <Button variant="buy" onClick={() => void place()}>
        Buy 0.01 BTC
      </Button>
      <p role="status">{result}</p>
    </>
  )
}
