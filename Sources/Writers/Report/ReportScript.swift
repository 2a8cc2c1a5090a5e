/// Narrows the findings of the page down, keeps what was asked for in the address, and copies waivers. The page reads without it.
let reportScript = """

    (function () {
      "use strict";
      const form = document.getElementById("filter");
      if (!form) return;
      const said = document.getElementById("matches");
      const names = ["q", "severity", "state", "rule", "make"];
      const rules = Array.from(document.querySelectorAll("details.rule"), (box) => ({
        box: box, wasOpen: box.open, counts: box.querySelector(".counts"), told: box.querySelector(".counts").textContent,
        items: Array.from(box.querySelectorAll(".items > li"), (item) => ({ item: item, text: null }))
      }));
      const total = rules.reduce((sum, rule) => sum + rule.items.length, 0);
      const grouped = (number) => String(number).replace(/\\B(?=(\\d{3})+$)/g, ",");

      function wanted() {
        const found = {};
        for (const name of names) {
          const value = form.elements[name].value.trim();
          if (value) found[name] = value;
        }
        return found;
      }

      function matches(rule, entry, want, words) {
        if (want.state && entry.item.dataset.state !== want.state) return false;
        if (want.make && entry.item.dataset.make !== want.make) return false;
        if (entry.text === null) entry.text = (rule.box.dataset.rule + " " + entry.item.textContent).toLowerCase();
        return words.every((word) => entry.text.includes(word));
      }

      function apply() {
        const want = wanted();
        const isActive = Object.keys(want).length > 0;
        const words = (want.q || "").toLowerCase().split(/\\s+/).filter(Boolean);
        let shown = 0;
        for (const rule of rules) {
          const data = rule.box.dataset;
          const isMeant = (!want.severity || data.severity === want.severity) && (!want.rule || data.rule === want.rule);
          let hits = 0;
          for (const entry of rule.items) {
            const isShown = isMeant && matches(rule, entry, want, words);
            entry.item.hidden = !isShown;
            if (isShown) hits += 1;
          }
          shown += hits;
          rule.box.hidden = isActive && hits === 0;
          rule.counts.textContent = isActive ? grouped(hits) + " of " + grouped(rule.items.length) + " shown" : rule.told;
        }
        for (const rule of rules) rule.box.open = isActive ? shown <= 200 || Boolean(want.rule) : rule.wasOpen;
        said.textContent = isActive
          ? grouped(shown) + " of " + grouped(total) + " findings on this page match"
          : grouped(total) + " findings on this page";
      }

      function remember() {
        const text = new URLSearchParams(wanted()).toString();
        try { history.replaceState(null, "", "#" + (text || "findings")); } catch (error) { location.replace("#" + text); }
      }

      function recall() {
        const text = location.hash.slice(1);
        if (text.includes("=")) {
          const asked = new URLSearchParams(text);
          for (const name of names) form.elements[name].value = asked.get(name) || "";
          apply();
          return;
        }
        const target = text && document.getElementById(text);
        const box = target && target.closest("details");
        if (!box) return;
        if (box.hidden || target.hidden) { form.reset(); apply(); }
        box.open = true;
        target.scrollIntoView();
      }

      function copy(button) {
        const item = button.closest("li");
        const print = item.querySelector(".print").textContent;
        const rule = button.closest("details").dataset.rule;
        const line = "  - {rule: " + rule + ", fingerprint: \\"" + print + "\\", reason: \\"\\"}";
        const select = () => {
          const range = document.createRange();
          range.selectNodeContents(item.querySelector(".print"));
          getSelection().removeAllRanges();
          getSelection().addRange(range);
          said.textContent = "The fingerprint is selected; copy it from there";
        };
        if (!navigator.clipboard) return select();
        navigator.clipboard.writeText(line).then(() => {
          button.textContent = "Copied";
          said.textContent = "Copied a waiver of " + print;
        }, select);
      }

      for (const print of document.querySelectorAll(".items .print")) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = "Copy waiver";
        button.setAttribute("aria-label", "Copy a waiver of " + print.textContent);
        print.after(button);
      }
      document.getElementById("findings").addEventListener("click", (event) => {
        if (event.target.matches(".items button")) copy(event.target);
      });
      form.addEventListener("input", () => { apply(); remember(); });
      form.addEventListener("reset", () => setTimeout(() => { apply(); remember(); }));
      form.addEventListener("submit", (event) => event.preventDefault());
      window.addEventListener("hashchange", recall);
      form.hidden = false;
      apply();
      recall();
    })();

    """
