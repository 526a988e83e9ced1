.PHONY: serve test

serve:
	./bin/serve

test:
	./bin/test
