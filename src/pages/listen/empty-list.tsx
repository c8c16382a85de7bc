/** What to do until the first request comes. */
export function EmptyList() {
  const address = location.origin;
  return (
    <section>
      <h2>No request yet</h2>
      <p>
        Use <code class="address">{address}</code> in your game server instead of the service’s
        address, and keep the paths. Try it:
      </p>
      <pre>
        {`curl -H 'Content-Type: application/json' -d '{"gameId":"demo","username":"player-1"}' ${address}/xmdt/session`}
      </pre>
    </section>
  );
}
