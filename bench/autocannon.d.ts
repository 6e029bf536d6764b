declare module 'autocannon' {
  type Result = {
    requests: { average: number }
    latency: { p50: number; p99: number }
    non2xx: number
    errors: number
    statusCodeStats?: Record<string, { count: number }>
  }
  type Load = { url: string; connections: number; headers?: Record<string, string> }
  export default function autocannon(options: Load & ({ duration: number } | { amount: number })): Promise<Result>
}
