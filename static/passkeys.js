// Passkeys: a button of a form with data-passkey asks the browser for one, puts the answer into the form and sends it.
// data-options has what the service asks for; where it is missing, the service is asked at the form's own address.

const SEEN = { create: "The passkey was not made.", get: "No passkey was used." };

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const withBytes = (listed) => (listed ?? []).map((one) => ({ ...one, id: toBytes(one.id) }));

async function create(options, form) {
  const publicKey = { ...options.publicKey };
  publicKey.challenge = toBytes(publicKey.challenge);
  publicKey.user = { ...publicKey.user, id: toBytes(publicKey.user.id) };
  publicKey.excludeCredentials = withBytes(publicKey.excludeCredentials);
  if (form.elements.passwordless?.checked) {
    publicKey.authenticatorSelection = {
      ...publicKey.authenticatorSelection,
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    };
  }
  const made = await navigator.credentials.create({ publicKey });
  return answerWith(made, {
    attestationObject: toText(made.response.attestationObject),
    transports: made.response.getTransports?.() ?? [],
  });
}

async function get(options) {
  const publicKey = { ...options.publicKey };
  publicKey.challenge = toBytes(publicKey.challenge);
  publicKey.allowCredentials = withBytes(publicKey.allowCredentials);
  const found = await navigator.credentials.get({ publicKey });
  const { authenticatorData, signature, userHandle } = found.response;
  return answerWith(found, {
    authenticatorData: toText(authenticatorData),
    signature: toText(signature),
    userHandle: userHandle ? toText(userHandle) : null,
  });
}

function answerWith(credential, response) {
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? null,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: { clientDataJSON: toText(credential.response.clientDataJSON), ...response },
  };
}

async function optionsOf(form) {
  if (form.dataset.options) return JSON.parse(form.dataset.options);
  const answer = await fetch(form.action, { headers: { Accept: "application/json" }, credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${form.action} answered ${answer.status}`);
  return (await answer.json()).request_options;
}

async function run(form) {
  const ask = form.dataset.passkey === "create" ? create : get;
  const problem = form.querySelector("[data-problem]");
  try {
    form.elements.credential.value = JSON.stringify(await ask(await optionsOf(form), form));
    form.submit();
  } catch (error) {
    problem.textContent = `${SEEN[ask.name]} ${error.message}`;
    problem.hidden = false;
  }
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const button = form.querySelector("button");
  const needsScript = form.querySelector("[data-without-script]");
  if (!window.PublicKeyCredential) {
    needsScript?.classList.add("needed");
    continue;
  }
  button.disabled = false;
  if (needsScript) needsScript.hidden = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run(form);
  });
}
