// A short sound when a move arrives, for players who have switched it on in this browser. It is made here, not loaded.

const KEY = "seeds:sound";
const TONES = [523.25, 659.26]; // hertz
const LENGTH = 0.12; // seconds of a tone
const LOUDNESS = 0.08;

export class Sound {
  /** @param {Pick<Storage, "getItem" | "setItem">} storage @param {() => AudioContext} open */
  constructor(storage, open) {
    this.storage = storage;
    this.open = open;
    /** @type {AudioContext | null} */
    this.context = null;
  }

  get isOn() {
    return this.storage.getItem(KEY) === "on";
  }

  /** Switch it on, which lets it be heard at once, or off. */
  toggle() {
    this.storage.setItem(KEY, this.isOn ? "off" : "on");
    this.play();
  }

  /** Play it, if it is on; before the page was touched once, browsers would keep it for later. */
  play() {
    if (!this.isOn || !(navigator.userActivation?.hasBeenActive ?? true)) return;
    const context = (this.context ??= this.open());
    const volume = context.createGain();
    volume.gain.value = LOUDNESS;
    volume.connect(context.destination);
    for (const [number, tone] of TONES.entries()) {
      const source = context.createOscillator();
      source.frequency.value = tone;
      source.connect(volume);
      source.start(context.currentTime + number * LENGTH);
      source.stop(context.currentTime + (number + 1) * LENGTH);
    }
  }
}

if (globalThis.document) {
  const sound = new Sound(localStorage, () => new AudioContext());
  const show = () => {
    document.querySelector("[data-sound]")?.setAttribute("aria-pressed", String(sound.isOn));
  };
  show();
  document.addEventListener("arrived", show);
  document.addEventListener("news", () => sound.play());
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest("[data-sound]")) return;
    sound.toggle();
    show();
  });
}
