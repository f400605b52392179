import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { endOf } from './worker-process.ts'

function child(pid: number | undefined): ChildProcess {
  const made = Object.assign(new EventEmitter(), { pid })
  made.on('error', () => undefined)
  return made as unknown as ChildProcess
}

test('the launcher waits for the end of a worker process after an error of it', async () => {
  const running = child(4711)
  const ended = endOf(running)
  running.emit('error', new Error('kill EPERM'))
  running.emit('exit', null, 'SIGKILL')
  expect(await ended).toBe('SIGKILL')
})

test('the launcher reports a worker process that never started', async () => {
  expect(await endOf(child(undefined))).toBe('it could not be started')
})
