import { topics } from '../contract.ts'
import { sockets } from '../streams.ts'
import type { Socket, Topic } from '../topic.ts'
import { createSchemaWriter, type SchemaWriter } from './namedSchemas.ts'

/** The web sockets and their topics as an AsyncAPI 3.0 document. */
export function describeAsyncApi(): object {
  const schemas = createSchemaWriter()
  const channels = Object.fromEntries(
    Object.entries(sockets).map(([name, socket]) => [name, channel(socket, schemas)]),
  )
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Exchange gateway',
      version: '1',
      description:
        'A subscription is answered with a snapshot and then deltas. Each message carries the ' +
        'number of the message before it, so that a gap is noticed.',
    },
    channels,
    operations: Object.fromEntries(
      Object.keys(sockets).flatMap((name) => [
        [`${name}.send`, operation(name, ['command'], 'receive')],
        [`${name}.receive`, operation(name, ['reply', ...topicKeys(name)], 'send')],
      ]),
    ),
    components: { schemas: schemas.components() },
  }
}

const topicsOf = (path: string): readonly Topic[] => topics.filter((one) => one.socket === path)
const topicKeys = (name: string): string[] =>
  topicsOf(sockets[name as keyof typeof sockets].path).map((one) => one.name)

function channel(
  { path, summary, access, command, reply, closeCodes }: Socket,
  schemas: SchemaWriter,
): object {
  return {
    address: path,
    summary,
    messages: {
      command: { summary: 'A command of the client.', payload: schemas.write(command) },
      reply: { summary: 'The answer to a command.', payload: schemas.write(reply) },
      ...Object.fromEntries(
        topicsOf(path).map((one) => [
          one.name,
          {
            summary: one.summary,
            payload: schemas.write(one.message),
            'x-params': schemas.write(one.params),
          },
        ]),
      ),
    },
    'x-access': access,
    'x-close-codes': closeCodes,
  }
}

/** `action` is the server's: it receives commands and sends replies and topics. */
function operation(name: string, messages: readonly string[], action: 'send' | 'receive'): object {
  return {
    action,
    channel: { $ref: `#/channels/${name}` },
    messages: messages.map((message) => ({
      $ref: `#/channels/${name}/messages/${escapePointer(message)}`,
    })),
  }
}

/** A key as a segment of a JSON pointer in a URI fragment. */
function escapePointer(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
