import { useState } from 'preact/hooks';
import type { ShownRequest } from '../../listen/wire.js';
import { CopyButton } from '../shared/copy-button.js';
import { Prose } from '../shared/prose.js';

interface RequestRowProps {
  readonly request: ShownRequest;
  readonly isHidden: boolean;
}

/** One request in a line, which opens to what to do, the facts, and the request as it came. */
export function RequestRow({ request, isHidden }: RequestRowProps) {
  const [wasOpened, setOpened] = useState(false);
  const { time, judgement, mood, calledPlace, status, reasonIds, says } = request;
  return (
    <li class={mood === 'bad' ? 'problem' : ''} hidden={isHidden}>
      {/* The details of a thousand requests are made when they are opened. */}
      <details onToggle={() => setOpened(true)}>
        <summary>
          <span class="time">{time}</span>
          <span class={`word ${mood}`}>{judgement}</span>
          <span class="where">{calledPlace}</span>
          <span class="status">{status}</span>
          <span class="gist">
            {reasonIds !== '' && <code>{reasonIds}</code>}
            <span>
              <Prose text={says} />
            </span>
          </span>
        </summary>
        {wasOpened && <RequestDetails request={request} />}
      </details>
    </li>
  );
}

function RequestDetails({
  request: { fix, code, facts, request },
}: {
  readonly request: ShownRequest;
}) {
  return (
    <div class="more">
      {fix !== '' && (
        <>
          <h3>What to do</h3>
          <p class="fix">
            <Prose text={fix} />
          </p>
        </>
      )}
      {code !== '' && (
        <>
          <h3>In code</h3>
          <pre>{code}</pre>
          <CopyButton text={code} announce={() => undefined}>
            Copy
          </CopyButton>
        </>
      )}
      <h3>Facts</h3>
      <dl>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Prose text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <h3>The request as it came</h3>
      <pre class="request">
        {request.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}
      </pre>
    </div>
  );
}
