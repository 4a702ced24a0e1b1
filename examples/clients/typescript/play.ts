// Two players of a games room, over types that openapi-typescript generates of its OpenAPI document.
// They toss coins for who begins, follow the match by its stream, and play it to the end:
//
//   npm install
//   npx openapi-typescript http://127.0.0.1:8080/api/v1/openapi.json --output api.ts
//   npx tsc && node built/play.js http://127.0.0.1:8080
import { createHash, randomBytes } from 'node:crypto'
import createClient from 'openapi-fetch'
import type { components, paths } from './api.js'

type Command = components['schemas']['Command']
type MatchStage = components['schemas']['MatchStage']
type Problem = components['schemas']['Problem']
type Seat = components['schemas']['Seat']
type ServerMessage = components['schemas']['ServerMessage']
type Snapshot = components['schemas']['Snapshot']

const room = process.argv[2] ?? 'http://127.0.0.1:8080'
const client = createClient<paths>({ baseUrl: `${room}/api/v1` })

function assert(holds: unknown, says: string): asserts holds {
  if (!holds) throw new Error(says)
}

/** A player in a seat. */
class Player {
  private readonly bearer: { authorization: string }
  private readonly secrets = new Map<number, Buffer>()
  private commands = 0

  constructor(
    private readonly id: string,
    private readonly seat: Seat,
    secret: string,
  ) {
    this.bearer = { authorization: `Bearer ${secret}` }
  }

  /** Follows the match, and does what there is to do, until the game is over. */
  async play(): Promise<MatchStage> {
    for await (const message of this.messages()) {
      assert(message.kind !== 'refused', 'only a WebSocket is told of refusals')
      const snapshot = await this.look()
      if (snapshot.state.stage.kind === 'over') return snapshot.state.stage
      const command = this.answer(snapshot)
      if (command) await this.say(command)
    }
    throw new Error('the stream ended before the game')
  }

  /** The messages of the stream, one per line. */
  private async *messages(): AsyncGenerator<ServerMessage> {
    const { data, response } = await client.GET('/matches/{id}/stream', {
      params: { path: { id: this.id } },
      headers: { ...this.bearer, accept: 'application/x-ndjson' },
      parseAs: 'stream',
    })
    assert(data && response.ok, `the stream is ${response.status}`)
    let text = ''
    for await (const bytes of data.pipeThrough(new TextDecoderStream())) {
      const lines = (text + bytes).split('\n')
      text = lines.pop() ?? ''
      // An empty line is a heartbeat.
      for (const line of lines.filter(Boolean)) yield JSON.parse(line) as ServerMessage
    }
  }

  private async look(): Promise<Snapshot> {
    const params = { path: { id: this.id } }
    const { data, error } = await client.GET('/matches/{id}', { params, headers: this.bearer })
    if (error) throw refusal(error)
    return data
  }

  private async say(command: Command): Promise<void> {
    this.commands += 1
    const { data, error } = await client.POST('/matches/{id}/commands', {
      params: { path: { id: this.id } },
      headers: this.bearer,
      body: { id: `ts-${this.commands}`, command },
    })
    if (error) throw refusal(error)
    assert(data.from <= data.to, 'a command has events')
  }

  /** What this player has to do in a match. */
  private answer({ state, view }: Snapshot): Command | undefined {
    const stage = state.stage
    switch (stage.kind) {
      case 'toss': {
        const secret = this.secrets.get(stage.round) ?? randomBytes(32)
        this.secrets.set(stage.round, secret)
        if (!stage.committed[this.seat]) {
          return { kind: 'commit', commitment: this.commitment(state, stage.round, secret) }
        }
        const both = stage.committed.one && stage.committed.two
        if (both && !stage.revealed[this.seat]) {
          return { kind: 'reveal', secret: secret.toString('hex') }
        }
        return undefined
      }
      case 'playing': {
        const text = view.legal[0]
        if (view.turn !== this.seat || text === undefined) return undefined
        return { kind: 'move', text, seen: view.plies.length }
      }
      default:
        return undefined
    }
  }

  /** A commitment as docs/match.md describes it. */
  private commitment(state: Snapshot['state'], round: number, secret: Buffer): string {
    const numbers = Buffer.alloc(9)
    numbers.writeUInt32BE(state.game, 0)
    numbers.writeUInt32BE(round, 4)
    numbers.writeUInt8(this.seat === 'one' ? 1 : 2, 8)
    const hash = createHash('sha256').update('crownhead commit 1')
    return hash.update(Buffer.from(state.salt, 'hex')).update(numbers).update(secret).digest('hex')
  }
}

function refusal(problem: Problem): Error {
  return new Error(`${problem.status} ${problem.type}: ${problem.detail}`)
}

/** Every pattern of the document is one of JavaScript's. */
async function checkPatterns(): Promise<number> {
  const document: unknown = await (await fetch(`${room}/api/v1/openapi.json`)).json()
  let found = 0
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'pattern' && typeof inner === 'string') {
        new RegExp(inner, 'u')
        found += 1
      }
      visit(inner)
    }
  }
  visit(document)
  return found
}

const patterns = await checkPatterns()
assert(patterns > 0, 'the document has patterns')
const { data: opened, error } = await client.POST('/matches', {
  body: {
    play: { game: 'checkerboard-tic-tac-toe' },
    ritual: { kind: 'coins' },
    clock: { kind: 'main', time: 600_000, increment: 5_000 },
    takebacks: 'off',
    rated: false,
    players: { one: { name: 'Tess' }, two: { name: "Tim O'Neil" } },
  },
})
if (error) throw refusal(error)
const seats = opened.seats
assert(seats.one && seats.two, 'people play')
const players = [
  new Player(opened.id, 'one', seats.one.secret),
  new Player(opened.id, 'two', seats.two.secret),
]
const ends = await Promise.all(players.map((player) => player.play()))
assert(ends.every((end) => end.kind === 'over'), 'the game is over for both')

const wrong = await client.GET('/matches/{id}', { params: { path: { id: '00000000' } } })
assert(wrong.error?.type === '/problems/no-match', 'there is no such match')
const found = await client.GET('/games', { params: { query: { player: 'tess' } } })
assert(found.data?.games.some((game) => game.match === opened.id), 'the game is archived')
console.log(`TypeScript: a match of ${opened.id} was played to its end; ${patterns} patterns.`)
process.exit(0)
